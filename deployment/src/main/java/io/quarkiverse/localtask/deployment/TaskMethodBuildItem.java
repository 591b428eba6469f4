package io.quarkiverse.localtask.deployment;

import java.util.List;

import io.quarkus.builder.item.MultiBuildItem;

/** An annotated method of one bean that is in use, valid and ready to be recorded. */
final class TaskMethodBuildItem extends MultiBuildItem {

    private final String beanClass;
    private final TaskMethodDeclaration declaration;
    private final List<ResolvedTask> tasks;

    TaskMethodBuildItem(String beanClass, TaskMethodDeclaration declaration, List<ResolvedTask> tasks) {
        this.beanClass = beanClass;
        this.declaration = declaration;
        this.tasks = List.copyOf(tasks);
    }

    String beanClass() {
        return beanClass;
    }

    TaskMethodDeclaration declaration() {
        return declaration;
    }

    List<ResolvedTask> tasks() {
        return tasks;
    }
}
