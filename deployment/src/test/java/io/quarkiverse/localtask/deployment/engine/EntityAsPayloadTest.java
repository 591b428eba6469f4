package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Version;
import jakarta.transaction.Transactional;

import org.awaitility.Awaitility;
import org.hibernate.annotations.CreationTimestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.quarkiverse.localtask.LocalTaskException;
import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;

/** An entity of Hibernate ORM as payload: nothing is flushed for it, and what is missing or cannot be read is an error. */
class EntityAsPayloadTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.withHibernate(EngineApp.app(EntityAsPayloadTest.class, Map.of(
            "quarkus.hibernate-orm.schema-management.strategy", "drop-and-create",
            "quarkus.hibernate-orm.jdbc.statement-batch-size", "50"),
            Orders.class, Numbered.class, Sequenced.class, Basket.class, Line.class, Parent.class, Child.class,
            EntityFieldPaths.class, EntityFieldPaths.Plain.class, EntityFieldPaths.Regional.class,
            EntityFieldPaths.Article.class, EntityFieldPaths.Buyer.class, EntityFieldPaths.Keyed.class,
            EntityFieldPaths.Shipment.class));

    @Inject
    Orders orders;

    @Inject
    EntityFieldPaths paths;

    @Inject
    Work work;

    @Inject
    ObjectMapper mapper;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void anIdentityIsThereAfterPersist() throws Exception {
        long id = orders.number(new Numbered("identity")).id;
        assertThat(sent("erp:numbered:" + id).get("id").longValue()).isEqualTo(id);
        assertThat(work.query("SELECT name FROM numbered WHERE id = " + id)).containsExactly("identity");
    }

    @Test
    void aSequenceIsThereAfterPersistForEachOfTwoInOneTransaction() throws Exception {
        List<Long> ids = new ArrayList<>();
        QuarkusTransaction.requiringNew().run(() -> {
            ids.add(orders.sequence(new Sequenced("one")).id);
            ids.add(orders.sequence(new Sequenced("two")).id);
        });
        assertThat(ids).doesNotContainNull().doesNotHaveDuplicates();
        assertThat(sent("erp:sequenced:" + ids.get(0)).get("name").textValue()).isEqualTo("one");
        assertThat(sent("erp:sequenced:" + ids.get(1)).get("name").textValue()).isEqualTo("two");
        assertThat(work.query("SELECT id FROM sequenced WHERE name IN ('one', 'two')")).hasSize(2);
    }

    @Test
    void anIdThatIsMissingIsNamedAndNothingIsStored() {
        long before = work.count("1 = 1");
        assertThatThrownBy(() -> orders.forgotToPersist(new Sequenced("forgotten"))).isInstanceOf(LocalTaskException.class)
                .hasMessageContaining("id path 'id' is null").hasMessageContaining("flush");
        assertThat(work.count("1 = 1")).isEqualTo(before);
    }

    @Test
    void whatTheFlushGivesIsThereAfterAFlush() throws Exception {
        JsonNode unflushed = sent("erp:sequenced:" + orders.sequence(new Sequenced("unflushed")).id);
        JsonNode flushed = sent("erp:flushed:" + orders.flush(new Sequenced("flushed")).id);
        assertThat(unflushed.get("version").isNumber()).isTrue();
        assertThat(unflushed.get("createdAt").isNull()).isTrue();
        assertThat(flushed.get("version").isNumber()).isTrue();
        assertThat(flushed.get("createdAt").isNull()).isFalse();
    }

    @Test
    void aLazyCollectionIsReadInTheTransactionAndNamedOutsideOfItsSession() throws Exception {
        long id = orders.fill();
        orders.send(id);
        assertThat(sent("erp:basket:" + id).get("lines")).hasSize(2);

        Basket detached = QuarkusTransaction.requiringNew().call(() -> orders.load(id));
        assertThatThrownBy(() -> orders.accept("detached", detached)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("task 'detached'").hasMessageContaining("(at lines)")
                .hasMessageContaining("nothing was stored");
        assertThat(work.status("detached")).isNull();
    }

    @Test
    void aRelationInBothDirectionsIsAnErrorThatUndoesTheBusinessRow() {
        assertThatThrownBy(() -> orders.family("recursive")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("(at children[0].parent.children[0].").hasMessageContaining("nothing was stored");
        assertThat(work.query("SELECT id FROM parent")).isEmpty();
        assertThat(work.count("payload LIKE '%recursive%'")).isZero();
    }

    @Test
    void entityAndTaskGoTogether() {
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
            orders.accept("undone", orders.persist(new Sequenced("undone")));
            throw new IllegalStateException("on purpose");
        })).hasMessage("on purpose");
        assertNothingIsLeftOf("undone");
    }

    @Test
    void aFlushThatFailsAtCommitSendsNothing() {
        orders.accept("unique-1", orders.persist(new Sequenced("unique")));
        work.awaitStatus("unique-1", TaskStatus.SUCCEEDED);
        assertThatThrownBy(() -> orders.persistAndAccept("unique-2", new Sequenced("unique"))).isInstanceOf(Exception.class);
        assertThat(work.query("SELECT id FROM sequenced WHERE name = 'unique'")).hasSize(1);
        assertNothingIsLeftOf("unique-2");
    }

    @Test
    void aPathReadsAPublicFieldThatHibernateHides() throws Exception {
        paths.field(new EntityFieldPaths.Article("field-1"));
        assertThat(sent("erp:field:field-1").get("item").textValue()).isEqualTo("field-1");
    }

    @Test
    void aPathReadsEveryOtherKindOfPublicField() throws Exception {
        long id = paths.fields(new EntityFieldPaths.Article("fields")).id;
        for (String task : List.of("truth:true", "truth-object:true", "embedded:Ada", "mapped-superclass:eu",
                "mapped-id:" + id, "plain-superclass:plain", "transient:note", "odd-name:odd")) {
            assertThat(sent("erp:" + task).get("item").textValue()).isEqualTo("fields");
        }
        paths.key(new EntityFieldPaths.Keyed());
        assertThat(sent("erp:id-of-another-name:K-1").get("number").textValue()).isEqualTo("K-1");
    }

    @Test
    void thePayloadIsFoundInAPublicField() throws Exception {
        paths.from(new EntityFieldPaths.Article("from"));
        assertThat(sent("erp:from:Ada").get("name").textValue()).isEqualTo("Ada");
    }

    @Test
    void aPathLoadsTheLazyProxyThatItLeadsThrough() throws Exception {
        EntityFieldPaths.Article article = new EntityFieldPaths.Article("lazy");
        long shipment = paths.ship(article);
        paths.lazily(shipment);
        for (String task : List.of("lazy-id:" + article.id, "lazy-field:lazy", "lazy-embedded:Ada")) {
            assertThat(sent("erp:" + task).get("id").longValue()).isEqualTo(shipment);
        }
    }

    private JsonNode sent(String taskId) throws Exception {
        work.awaitStatus(taskId, TaskStatus.SUCCEEDED);
        List<Delivery> deliveries = channel.received(taskId);
        assertThat(deliveries).hasSize(1);
        return mapper.readTree(new String(deliveries.get(0).payload(), StandardCharsets.UTF_8));
    }

    private void assertNothingIsLeftOf(String id) {
        assertThat(work.status(id)).isNull();
        // longer than the grace and a scan
        Awaitility.await().during(Duration.ofSeconds(6)).atMost(Duration.ofSeconds(10))
                .until(() -> channel.received(id).isEmpty() && work.status(id) == null);
    }

    @ApplicationScoped
    static class Orders {

        @Inject
        EntityManager entities;

        @Inject
        LocalTasks tasks;

        @Transactional
        @LocalTaskMessage(destination = "erp", name = "numbered", id = "id")
        Numbered number(Numbered entity) {
            entities.persist(entity);
            return entity;
        }

        @Transactional
        @LocalTaskMessage(destination = "erp", name = "sequenced", id = "id")
        Sequenced sequence(Sequenced entity) {
            entities.persist(entity);
            return entity;
        }

        @Transactional
        @LocalTaskMessage(destination = "erp", name = "flushed", id = "id")
        Sequenced flush(Sequenced entity) {
            entities.persist(entity);
            entities.flush();
            return entity;
        }

        @Transactional
        @LocalTaskMessage(destination = "erp", name = "forgotten", id = "id")
        Sequenced forgotToPersist(Sequenced entity) {
            return entity;
        }

        @Transactional
        Sequenced persist(Sequenced entity) {
            entities.persist(entity);
            return entity;
        }

        @Transactional
        void accept(String id, Object payload) {
            tasks.accept(TaskMessage.to("erp").id(id).payload(payload).build());
        }

        @Transactional
        void persistAndAccept(String id, Sequenced entity) {
            entities.persist(entity);
            tasks.accept(TaskMessage.to("erp").id(id).payload(entity).build());
        }

        @Transactional
        long fill() {
            Basket basket = new Basket();
            basket.lines.add(new Line());
            basket.lines.add(new Line());
            entities.persist(basket);
            return basket.id;
        }

        @Transactional
        @LocalTaskMessage(destination = "erp", name = "basket", id = "id")
        Basket send(long id) {
            return entities.find(Basket.class, id);
        }

        Basket load(long id) {
            return entities.find(Basket.class, id);
        }

        @Transactional
        @LocalTaskMessage(destination = "erp", name = "family")
        Parent family(String name) {
            Parent parent = new Parent();
            parent.name = name;
            Child child = new Child();
            child.parent = parent;
            parent.children.add(child);
            entities.persist(parent);
            return parent;
        }
    }

    @Entity(name = "numbered")
    public static class Numbered {

        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        public Long id;

        public String name;

        public Numbered() {
        }

        Numbered(String name) {
            this.name = name;
        }
    }

    @Entity(name = "sequenced")
    public static class Sequenced {

        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        @SequenceGenerator(allocationSize = 50)
        public Long id;

        @Column(unique = true)
        public String name;

        @Version
        public Integer version;

        @CreationTimestamp
        public Instant createdAt;

        public Sequenced() {
        }

        Sequenced(String name) {
            this.name = name;
        }
    }

    @Entity(name = "basket")
    public static class Basket {

        @Id
        @GeneratedValue
        public Long id;

        @OneToMany(cascade = CascadeType.ALL)
        public List<Line> lines = new ArrayList<>();
    }

    @Entity(name = "line")
    public static class Line {

        @Id
        @GeneratedValue
        @JsonIgnore
        public Long id;

        public int quantity = 1;
    }

    @Entity(name = "parent")
    public static class Parent {

        @Id
        @GeneratedValue
        public Long id;

        public String name;

        @OneToMany(mappedBy = "parent", cascade = CascadeType.ALL)
        public List<Child> children = new ArrayList<>();
    }

    @Entity(name = "child")
    public static class Child {

        @Id
        @GeneratedValue
        public Long id;

        @ManyToOne
        public Parent parent;
    }
}
