package io.quarkiverse.localtask.it.devui;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Calls what the pages of the Dev UI call, over the connection that they use. */
final class DevUiClient {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ID = 7;

    private final URI uri;

    DevUiClient(int port) {
        uri = URI.create("ws://localhost:" + port + "/q/dev-ui/json-rpc-ws");
    }

    /**
     * @return what the method returned; missing: nothing
     * @throws IllegalStateException with the error's message if it failed
     */
    JsonNode call(String method, Map<String, Object> parameters) {
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        WebSocket socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(uri, new Answers(answer)).join();
        try {
            socket.sendText(JSON.writeValueAsString(Map.of("jsonrpc", "2.0", "id", ID, "method",
                    "quarkus-local-task_" + method, "params", parameters)), true);
            JsonNode message = answer.get(30, TimeUnit.SECONDS);
            if (message.has("error")) {
                throw new IllegalStateException(message.path("error").path("message").asText());
            }
            return message.path("result").path("object");
        } catch (IllegalStateException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("No answer to " + method, e);
        } finally {
            socket.abort();
        }
    }

    /** Waits for the one message that is meant. */
    private static final class Answers implements WebSocket.Listener {

        private final CompletableFuture<JsonNode> answer;
        private final StringBuilder text = new StringBuilder();

        Answers(CompletableFuture<JsonNode> answer) {
            this.answer = answer;
        }

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                try {
                    JsonNode message = JSON.readTree(text.toString());
                    if (message.path("id").asInt() == ID) {
                        answer.complete(message);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                text.setLength(0);
            }
            socket.request(1);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            answer.completeExceptionally(error);
        }
    }
}
