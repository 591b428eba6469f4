package io.quarkiverse.localtask.it.datasources;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;

/** An order, and what the partner is told of it. Nothing is sent to the database before the transaction ends. */
@Entity
@Table(name = "orders")
public class PurchaseOrder extends PanacheEntityBase {

    @Id
    public String id;

    public int quantity;

    /** No two orders have the same. The database finds out at the commit. */
    @Column(unique = true)
    public String reference;
}
