package io.quarkiverse.localtask.it.faults.scenario;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.quarkiverse.localtask.it.faults.Scenario;
import io.quarkiverse.localtask.it.faults.stage.Await;
import io.quarkiverse.localtask.it.faults.stage.Database.Row;
import io.quarkiverse.localtask.it.faults.stage.Instance;
import io.quarkiverse.localtask.it.faults.stage.Stage;

/**
 * What callers hand over: it arrives byte for byte, or is refused where it is handed over; and it leads nowhere it must not. A
 * name that leads to a private address only when it is looked up again needs a resolver of a test's own:
 * {@code AdHocGuardStandsBeforeTheConnectionTest} of the deployment module.
 */
final class Input {

    private static final int LIMIT = 1 << 20;

    private Input() {
    }

    static List<Scenario> scenarios() {
        return List.of(
                Scenario.of("input-payloads", "payloads, headers and ids at and beyond their limits", Input::payloads),
                Scenario.of("input-urls", "URLs that lead to private addresses in disguise, and a redirect to one",
                        Input::urls));
    }

    private static void payloads(Stage stage) throws IOException {
        Instance instance = stage.start();
        byte[] allBytes = new byte[256];
        for (int i = 0; i < allBytes.length; i++) {
            allBytes[i] = (byte) i;
        }
        Map<String, byte[]> taken = new LinkedHashMap<>();
        taken.put("form=bytes", new byte[0]);
        taken.put("form=text", new byte[0]);
        taken.put("form=bytes&size=" + LIMIT, new byte[0]);
        taken.put("form=text&size=" + LIMIT, new byte[0]);
        taken.put("form=bytes&id=all-bytes", allBytes);
        taken.put("form=bytes&id=nul", "a\0b".getBytes(StandardCharsets.UTF_8));
        taken.put("form=bytes&id=lone-surrogate", new byte[] { (byte) 0xed, (byte) 0xa0, (byte) 0x80 });
        taken.put("form=text&id=four-bytes",
                "\uD83D\uDE00 \uD834\uDD1E \u20ac \u00e9 \u0301\u202e".getBytes(StandardCharsets.UTF_8));
        taken.put("form=utf-16&id=four-bytes-16", "\uD83D\uDE00".getBytes(StandardCharsets.UTF_16BE));
        taken.put("form=text&id=looks-like-base64", "eHh4".getBytes(StandardCharsets.UTF_8));
        taken.put("form=text&id=line-ends", "a\r\nb\rc\n\t".getBytes(StandardCharsets.UTF_8));
        taken.put("form=text&id=bom", "\ufeffx".getBytes(StandardCharsets.UTF_8));
        taken.put("form=text&header=X-Odd&value=" + encoded("a~ !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}\t0"), new byte[] { 'x' });
        taken.put("form=text&header=" + encoded("!#$%&'*+-.^_`|~0aZ") + "&value=x", new byte[] { 'x' });
        taken.put("form=text&id=" + "i".repeat(64), new byte[] { 'x' });
        for (Map.Entry<String, byte[]> message : taken.entrySet()) {
            HttpResponse<String> answer = instance.message("to=d1&" + message.getKey(), message.getValue());
            stage.expect(answer.statusCode() == 201, shown(message.getKey()) + " is accepted: " + answer.body());
        }
        Map<String, byte[]> refused = new LinkedHashMap<>();
        refused.put("form=bytes&size=" + (LIMIT + 1), new byte[0]);
        refused.put("form=text&size=" + (LIMIT + 1), new byte[0]);
        refused.put("form=text&id=no-nul", "a\0b".getBytes(StandardCharsets.UTF_8));
        refused.put("form=utf-16&id=no-surrogate", new byte[] { (byte) 0xd8, 0, 0, 'x' });
        refused.put("form=utf-16&id=no-low-surrogate", new byte[] { (byte) 0xdc, 0 });
        for (String name : List.of("X\r\nY", "X Y", "X:", "\u00dcber", "X\0", "Host", "Content-Length", "Authorization")) {
            refused.put("form=text&value=x&header=" + encoded(name), new byte[] { 'x' });
        }
        for (String value : List.of("a\r\nY: b", "a\nb", "a\rb", "\u00fc", "\uD83D\uDE00", "\0", " a", "a ", "\u007f")) {
            refused.put("form=text&header=X-Odd&value=" + encoded(value), new byte[] { 'x' });
        }
        for (String id : List.of("i".repeat(65), " ", "a\r\nb", "a\0b", "a\u007fb")) {
            refused.put("form=text&id=" + encoded(id), new byte[] { 'x' });
        }
        for (Map.Entry<String, byte[]> message : refused.entrySet()) {
            HttpResponse<String> answer = instance.message("to=d1&" + message.getKey(), message.getValue());
            stage.expect(answer.statusCode() == 400, shown(message.getKey()) + " is refused at accept, not "
                    + answer.statusCode() + " " + answer.body());
        }
        stage.settle();
        stage.measure("accepted, refused", taken.size() + ", " + refused.size());
        stage.expect(stage.database().count("SELECT count(*) FROM orders") == taken.size(), "what is refused leaves no order");
        stage.expect(stage.database().count("SELECT count(*) FROM local_task_message") == taken.size(),
                "what is refused leaves no task");
        stage.expect(stage.receiver().deliveries().size() == taken.size(), "everything is sent once");
    }

    private static void urls(Stage stage) throws IOException {
        Instance instance = stage.start();
        int port = Integer.parseInt(stage.receiver().url().replaceAll(".*:", ""));
        List<String> refused = List.of("2130706433", "017700000001", "0177.0.0.1", "0x7f000001", "0x7f.1", "127.1", "127.0.0.1",
                "127.8.9.10", "127.0.0.1.", "0.0.0.0", "0", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[::1]",
                "[::]", "[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[fd00::1]", "[fe80::1]",
                "[fe80::1%25lo]",
                "169.254.169.254", "10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "224.0.0.1", "255.255.255.255",
                "user:hush-hush@127.0.0.1", "user@partner.example", "127.0.0.1#@partner.example", "\u2460\u2461\u2466.0.0.1");
        for (String host : refused) {
            HttpResponse<String> answer = message(instance, "http://" + host + ":" + port + "/d1");
            stage.expect(answer.statusCode() == 400, host + " is refused at accept, not " + answer.statusCode());
            stage.expect(!answer.body().contains("hush-hush"), "the refusal does not repeat a password");
        }
        // names are looked up when it counts, at the attempt
        List<String> names = List.of("localhost", "localhost.", "LOCALHOST");
        for (String name : names) {
            stage.expectDead(message(instance, "http://" + name + ":" + port + "/d1").body());
        }
        Await.until("no name of a private address leads there", Duration.ofSeconds(30), () -> stage.database().tasks().stream()
                .allMatch(row -> row.status() == Row.DEAD || "unknown host".equals(row.lastError())));
        stage.measure("refused at accept, dead at the attempt", refused.size() + ", " + stage.database()
                .count("SELECT count(*) FROM local_task_message WHERE status = 4"));
        // not every resolver knows the trailing dot, and what cannot be found is looked for again: until somebody ends it
        stage.database().execute("UPDATE local_task_message SET status = 4, version = version + 1 WHERE status <> 4");
        stage.measure("reason", stage.database().tasks().get(0).lastError());
        stage.expect(stage.receiver().deliveries().isEmpty(), "nothing arrives");
        stage.expect(!instance.log().contains("hush-hush"), "no password in a log line");
        instance.terminate(Duration.ofSeconds(20));
        redirect(stage);
    }

    /** Where private addresses are allowed, so that the first request arrives at all. */
    private static void redirect(Stage stage) throws IOException {
        stage.configure("quarkus.local-task.http.allow-private-addresses", "true");
        Instance instance = stage.start();
        for (int status : List.of(301, 302, 303, 307, 308)) {
            stage.receiver().behave("d1", "mode=STATUS&times=1&status=" + status + "&location="
                    + encoded(stage.receiver().url() + "/d2"));
            String taskId = message(instance, stage.receiver().url() + "/d1").body();
            Await.until("a redirect is answered, and the task sent again", Duration.ofSeconds(30), () -> stage.receiver()
                    .deliveries().stream().filter(delivery -> delivery.taskId().equals(taskId)).count() == 2);
        }
        stage.settle();
        stage.expect(stage.receiver().deliveries().stream().noneMatch(delivery -> delivery.destination().equals("d2")),
                "a redirect is not followed");
    }

    private static HttpResponse<String> message(Instance instance, String url) throws IOException {
        return instance.message("form=text&uri=" + encoded(url), new byte[] { 'x' });
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String shown(String query) {
        return query.length() > 80 ? query.substring(0, 80) + "…" : query;
    }
}
