package io.quarkiverse.localtask.deployment.engine;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Transient;
import jakarta.transaction.Transactional;

import com.fasterxml.jackson.annotation.JsonIgnore;

import io.quarkiverse.localtask.LocalTaskMessage;

/** Paths over the public fields of entities, to which Quarkus adds getters, and which most of them it hides. */
@ApplicationScoped
@Transactional
class EntityFieldPaths {

    @Inject
    EntityManager entities;

    @LocalTaskMessage(destination = "erp", name = "field", id = "item")
    Article field(Article article) {
        return persist(article);
    }

    @LocalTaskMessage(destination = "erp", name = "truth", id = "urgent")
    @LocalTaskMessage(destination = "erp", name = "truth-object", id = "checked")
    @LocalTaskMessage(destination = "erp", name = "embedded", id = "buyer.name")
    @LocalTaskMessage(destination = "erp", name = "mapped-superclass", id = "region")
    @LocalTaskMessage(destination = "erp", name = "mapped-id", id = "id")
    @LocalTaskMessage(destination = "erp", name = "plain-superclass", id = "plain")
    @LocalTaskMessage(destination = "erp", name = "transient", id = "note")
    @LocalTaskMessage(destination = "erp", name = "odd-name", id = "aURL")
    Article fields(Article article) {
        return persist(article);
    }

    @LocalTaskMessage(destination = "erp", name = "id-of-another-name", id = "number")
    Keyed key(Keyed keyed) {
        return persist(keyed);
    }

    @LocalTaskMessage(destination = "erp", name = "from", from = "article.buyer", id = "name")
    void from(Article article) {
    }

    long ship(Article article) {
        persist(article);
        Shipment shipment = new Shipment();
        shipment.article = article;
        return persist(shipment).id;
    }

    @LocalTaskMessage(destination = "erp", name = "lazy-id", id = "article.id")
    @LocalTaskMessage(destination = "erp", name = "lazy-field", id = "article.item")
    @LocalTaskMessage(destination = "erp", name = "lazy-embedded", id = "article.buyer.name")
    Shipment lazily(long shipment) {
        return entities.find(Shipment.class, shipment);
    }

    private <T> T persist(T entity) {
        entities.persist(entity);
        return entity;
    }

    public abstract static class Plain {

        public String plain = "plain";
    }

    /** As the one that Panache offers. */
    @MappedSuperclass
    public abstract static class Regional extends Plain {

        @Id
        @GeneratedValue
        public Long id;

        public String region = "eu";
    }

    @Entity(name = "article")
    public static class Article extends Regional {

        public String item;

        public boolean urgent = true;

        public Boolean checked = true;

        public String aURL = "odd";

        @Transient
        public String note = "note";

        @Embedded
        public Buyer buyer = new Buyer();

        public Article() {
        }

        Article(String item) {
            this.item = item;
        }
    }

    @Embeddable
    public static class Buyer {

        public String name = "Ada";
    }

    @Entity(name = "keyed")
    public static class Keyed {

        @Id
        public String number = "K-1";
    }

    @Entity(name = "shipment")
    public static class Shipment {

        @Id
        @GeneratedValue
        public Long id;

        @JsonIgnore
        @ManyToOne(fetch = FetchType.LAZY)
        public Article article;
    }
}
