package io.quarkiverse.localtask.runtime.management;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.quarkiverse.localtask.AuditEntry;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskFilter;
import io.quarkiverse.localtask.TaskPage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.TaskOperations;
import io.quarkiverse.localtask.runtime.compensation.EngineStatus;
import io.quarkiverse.localtask.runtime.compensation.ShardStatus;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.runtime.config.Shard;
import io.quarkiverse.localtask.runtime.delivery.DestinationStatus;
import io.quarkiverse.localtask.runtime.store.NotifyConfig;
import io.quarkiverse.localtask.runtime.store.Parcel;
import io.quarkiverse.localtask.runtime.store.RowChange;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/** The JSON endpoints of the management page, for a caller who may use them. */
@Singleton
public class ManagementApi {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> CONDITIONS = new TreeSet<>(
            Set.of("status", "destination", "channel", "name", "error", "olderThan"));
    private static final Set<String> MEMBERS = new TreeSet<>(
            Set.of("action", "taskId", "filter", "destination", "from", "dryRun"));
    private static final int PAGE = 50;
    private static final int MOST_OF_A_PAGE = 200;
    private static final int AUDIT_ENTRIES = 200;
    private static final long MOST_SECONDS = Duration.ofDays(36_500).toSeconds();
    /** So long an answer takes that does something to many. */
    private static final Duration PART = Duration.ofSeconds(2);
    /** A payload that is larger is cut: a person reads it. */
    private static final int MOST_OF_A_PAYLOAD = 256 * 1024;

    private final Settings settings;
    private final EngineStatus engine;
    private final LocalTasks tasks;
    private final TaskOperations operations;
    private final RecentHistory history;
    private final Redaction redaction;

    ManagementApi(Settings settings, EngineStatus engine, LocalTasks tasks, TaskOperations operations, RecentHistory history) {
        this.settings = settings;
        this.engine = engine;
        this.tasks = tasks;
        this.operations = operations;
        this.history = history;
        this.redaction = new Redaction(settings.run().management().redact());
    }

    String role() {
        return settings.run().management().role();
    }

    String payloadRole() {
        return settings.run().management().payloadRole();
    }

    static JsonNode error(String message) {
        return JsonNodeFactory.instance.objectNode().put("error", message);
    }

    /**
     * @throws NotThereException if there is no such endpoint, or nothing behind it
     * @throws IllegalArgumentException if the request is wrong
     */
    JsonNode call(String method, String endpoint, MultiMap query, Buffer body, Caller caller) {
        return switch (method + " " + endpoint) {
            case "GET overview" -> overview(caller);
            case "GET tasks" -> list(query);
            case "GET task" -> task(required(query, "id"), caller);
            case "POST actions" -> act(read(body), caller);
            case "POST destinations" -> pause(read(body), caller);
            case "GET audit" -> audit(query);
            default -> throw new NotThereException("There is no " + method + " " + endpoint);
        };
    }

    private static String required(MultiMap query, String name) {
        String value = query.get(name);
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException("The parameter " + name + " is missing");
        }
        return value;
    }

    private static JsonNode read(Buffer body) {
        try {
            JsonNode node = JSON.readTree(body.getBytes());
            if (node != null && node.isObject()) {
                return node;
            }
        } catch (IOException e) {
            // its message quotes the text
        }
        throw new IllegalArgumentException("The body must be a JSON object");
    }

    private static ObjectNode object() {
        return JSON.createObjectNode();
    }

    private JsonNode overview(Caller caller) {
        ObjectNode all = object();
        all.put("application", settings.application()).put("table", settings.run().tableName())
                .put("time", Instant.now().toString()).put("user", caller.name());
        all.putObject("may").put("operate", true).put("read", caller.mayRead());
        Map<String, Duration> oldest = engine.oldestWaiting().orElse(Map.of());
        ArrayNode destinations = all.putArray("destinations");
        for (DestinationStatus destination : engine.destinations()) {
            destinations.add(describe(destination, oldest.get(destination.name())));
        }
        ArrayNode shards = all.putArray("shards");
        engine.shards().forEach(shard -> shards.add(describe(shard)));
        return all;
    }

    private ObjectNode describe(DestinationStatus destination, Duration oldest) {
        ObjectNode one = object();
        one.put("name", destination.name()).put("channel", destination.channel()).put("state", destination.state().name())
                .put("since", destination.since() == null ? null : destination.since().toString())
                .put("lastFailure", destination.lastFailure()).put("inFlight", destination.inFlight())
                .put("waiting", destination.waiting()).put("limit", destination.limit());
        one.put("oldestSeconds", oldest == null ? null : oldest.toSeconds());
        LastHour hour = history.of(destination.name());
        int[] delivered = hour.deliveredByMinute();
        int[] failed = hour.failedByMinute();
        one.putObject("perMinute").put("delivered", delivered[delivered.length - 1]).put("failed", failed[failed.length - 1]);
        ObjectNode plot = one.putObject("history");
        Arrays.stream(delivered).forEach(plot.putArray("delivered")::add);
        Arrays.stream(failed).forEach(plot.putArray("failed")::add);
        return one;
    }

    private static ObjectNode describe(ShardStatus status) {
        Shard shard = status.shard();
        ObjectNode one = object();
        one.put("name", shard.name()).put("houses", shard.describeHouses()).put("schedule", shard.describeSchedule())
                .put("running", status.running()).put("moved", status.moved());
        one.put("lastScanSeconds", status.sinceLastScan().map(Duration::toSeconds).orElse(null));
        return one;
    }

    private JsonNode list(MultiMap query) {
        String limit = query.get("limit");
        TaskPage page = tasks.list(filter(query::get),
                limit == null ? PAGE : (int) Math.min(MOST_OF_A_PAGE, number("limit", limit)),
                query.get("after"));
        ObjectNode answer = object();
        ArrayNode list = answer.putArray("tasks");
        page.tasks().forEach(task -> list.add(describe(task)));
        answer.put("next", page.next());
        return answer;
    }

    private static long number(String name, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a number, not '" + text + "'");
        }
    }

    private static long seconds(String name, String text) {
        long seconds = number(name, text);
        if (seconds < 0 || seconds > MOST_SECONDS) {
            throw new IllegalArgumentException(name + " must be 0 to " + MOST_SECONDS + " seconds, not " + seconds);
        }
        return seconds;
    }

    private interface Parameters {
        String get(String name);
    }

    private static TaskFilter filter(Parameters parameters) {
        String statuses = parameters.get("status");
        if (statuses == null || statuses.isBlank()) {
            throw new IllegalArgumentException("status is missing: one or more of " + List.of(TaskStatus.values()));
        }
        Set<TaskStatus> wanted = EnumSet.noneOf(TaskStatus.class);
        for (String status : statuses.split(",")) {
            try {
                wanted.add(TaskStatus.valueOf(status.strip()));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "There is no status '" + status + "': known are " + List.of(TaskStatus.values()));
            }
        }
        String age = blankAsNull(parameters.get("olderThan"));
        Instant before = age == null ? null : Instant.now().minusSeconds(seconds("olderThan", age));
        return new TaskFilter(wanted, blankAsNull(parameters.get("destination")), blankAsNull(parameters.get("channel")),
                blankAsNull(parameters.get("name")), blankAsNull(parameters.get("error")), before, null);
    }

    private static String blankAsNull(String text) {
        return text == null || text.isBlank() ? null : text;
    }

    private static ObjectNode describe(Task task) {
        return object().put("taskId", task.taskId()).put("name", task.name()).put("destination", task.destination())
                .put("status", task.status().name()).put("attempts", task.attempts()).put("house", task.houseNumber())
                .put("nextAttemptTime", task.nextAttemptTime().toString()).put("lastError", task.lastError())
                .put("createTime", task.createTime().toString()).put("updateTime", task.updateTime().toString());
    }

    private JsonNode task(String id, Caller caller) {
        Task task = tasks.find(id).orElseThrow(() -> new NotThereException("There is no task '" + id + "'"));
        ObjectNode answer = describe(task);
        ArrayNode attempts = answer.putArray("history");
        history.failuresOf(id).forEach(failure -> attempts.addObject().put("time", failure.time().toString())
                .put("attempt", failure.attempt()).put("outcome", failure.outcome()).put("reason", failure.reason()));
        if (caller.mayRead()) {
            operations.parcel(id).ifPresent(parcel -> addContent(answer, parcel));
        }
        return answer;
    }

    private void addContent(ObjectNode answer, Parcel parcel) {
        NotifyConfig config = NotifyConfig.fromColumn(parcel.notifyConfig());
        answer.put("contentType", parcel.contentType());
        answer.set("headers", JSON.valueToTree(redaction.of(config.headers())));
        answer.set("target", JSON.valueToTree(redaction.ofTarget(config.target())));
        String payload = config.base64() ? redaction.ofBinary(parcel.payload(), parcel.contentType())
                : redaction.ofPayload(parcel.payload(), parcel.contentType());
        answer.put("payload", payload.length() <= MOST_OF_A_PAYLOAD ? payload
                : payload.substring(0, MOST_OF_A_PAYLOAD) + "\u2026");
        answer.put("base64", config.base64());
    }

    /* Of a bulk action a part, so that it does not matter which instance is asked for the next one. */
    private JsonNode act(JsonNode request, Caller caller) {
        request.fieldNames().forEachRemaining(name -> requireKnown("An action", name, MEMBERS));
        RowChange change = change(request);
        boolean dryRun = request.has("dryRun") && bool(request, "dryRun");
        if (request.hasNonNull("taskId")) {
            if (dryRun) {
                throw new IllegalArgumentException("dryRun counts the tasks of a filter; it is not for one taskId");
            }
            String id = request.get("taskId").asText();
            return object().put("changed", operations.change(id, change, caller.name()));
        }
        JsonNode conditions = request.path("filter");
        conditions.properties().forEach(condition -> {
            requireKnown("A filter", condition.getKey(), CONDITIONS);
            if (!condition.getValue().isValueNode()) {
                throw new IllegalArgumentException(condition.getKey() + " must be one value");
            }
        });
        TaskFilter filter = filter(name -> conditions.hasNonNull(name) ? conditions.get(name).asText() : null);
        String from = request.hasNonNull("from") ? request.get("from").asText() : null;
        TaskOperations.Part part = dryRun ? operations.count(filter, change, from, PART)
                : operations.change(filter, change, caller.name(), from, PART);
        return object().put("count", part.count()).put("next", part.next());
    }

    /* What is not heard would make a filter, and what is done with it, wider than was meant. */
    private static void requireKnown(String what, String name, Set<String> known) {
        if (!known.contains(name)) {
            throw new IllegalArgumentException(what + " has no '" + name + "': known are " + known);
        }
    }

    private static boolean bool(JsonNode request, String name) {
        JsonNode value = request.path(name);
        if (!value.isBoolean()) {
            throw new IllegalArgumentException(name + " must be true or false");
        }
        return value.booleanValue();
    }

    private RowChange change(JsonNode request) {
        String action = request.path("action").asText();
        return switch (action) {
            case "redeliver" -> new RowChange.Redeliver();
            case "cancel" -> new RowChange.Cancel();
            case "redirect" -> request.path("dryRun").asBoolean() ? new RowChange.Redirect("", "")
                    : operations.redirectTo(request.path("destination").asText());
            default -> throw new IllegalArgumentException(
                    "There is no action '" + action + "': known are redeliver, cancel and redirect");
        };
    }

    private JsonNode pause(JsonNode request, Caller caller) {
        String destination = request.path("destination").asText();
        boolean changed = bool(request, "paused") ? operations.pause(destination, caller.name())
                : operations.resume(destination, caller.name());
        return object().put("changed", changed);
    }

    private JsonNode audit(MultiMap query) {
        String before = query.get("before");
        ObjectNode answer = object();
        ArrayNode entries = answer.putArray("entries");
        for (AuditEntry entry : operations.audit(before == null ? Long.MAX_VALUE : number("before", before), AUDIT_ENTRIES)) {
            entries.addObject().put("id", entry.id()).put("time", entry.time().toString()).put("actor", entry.actor())
                    .put("action", entry.action()).put("subject", entry.subject()).put("tasks", entry.tasks());
        }
        return answer;
    }
}
