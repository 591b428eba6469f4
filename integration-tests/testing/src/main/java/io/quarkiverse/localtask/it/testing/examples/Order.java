package io.quarkiverse.localtask.it.testing.examples;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An order, in the database of whoever places or receives it. */
@Entity
@Table(name = "orders")
public class Order {

    @Id
    public long id;
    public String item;
    public int quantity;

    protected Order() {
    }

    public Order(long id, String item, int quantity) {
        this.id = id;
        this.item = item;
        this.quantity = quantity;
    }
}
