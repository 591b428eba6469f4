package io.quarkiverse.localtask.demo;

/** The demo's task ids: {@code <destination>:order:<order id>}, the form that {@code @LocalTaskMessage(id = …)} makes. */
final class TaskIds {

    private TaskIds() {
    }

    static String order(String taskId) {
        return taskId.substring(taskId.lastIndexOf(':') + 1);
    }

    static String destination(String taskId) {
        return taskId.substring(0, Math.max(0, taskId.indexOf(':')));
    }
}
