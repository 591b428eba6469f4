package io.quarkiverse.localtask.deployment.engine;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import jakarta.transaction.Transactional;

import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkiverse.localtask.LocalTasks;

/** What an application does with an entity and a task in one transaction, in its only persistence unit. */
@ApplicationScoped
class EntityWork {

    @Inject
    @Any
    Instance<EntityManager> entities;

    @Inject
    LocalTasks tasks;

    /** Nothing but the INSERT of the task is sent before the transaction ends. */
    @Transactional
    @LocalTaskMessage(destination = "erp", name = "invoice", id = "id")
    public Invoice persist(String id, String number) {
        Invoice invoice = new Invoice();
        invoice.id = id;
        invoice.number = number;
        entities.get().persist(invoice);
        return invoice;
    }

    @Transactional
    public void persistAndFail(String id) {
        // by a call that is not intercepted
        persist(id, id);
        tasks.accept(Work.message("erp:invoice:" + id));
        throw new IllegalStateException("rolled back on purpose");
    }

    /**
     * @param meanwhile runs after the entity was read and the task was written
     */
    @Transactional
    public void change(String id, String taskId, Runnable meanwhile) {
        Invoice invoice = entities.get().find(Invoice.class, id);
        invoice.number = "changed";
        tasks.accept(Work.message(taskId));
        meanwhile.run();
    }

    @Transactional
    public Invoice find(String id) {
        return entities.get().find(Invoice.class, id);
    }

    @Entity(name = "invoice")
    public static class Invoice {

        @Id
        public String id;

        @Column(unique = true, name = "invoice_number")
        public String number;

        @Version
        public int version;
    }
}
