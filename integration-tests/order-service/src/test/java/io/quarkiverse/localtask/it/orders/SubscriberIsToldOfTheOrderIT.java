package io.quarkiverse.localtask.it.orders;

import io.quarkus.test.junit.QuarkusIntegrationTest;

@QuarkusIntegrationTest
class SubscriberIsToldOfTheOrderIT extends SubscriberIsToldOfTheOrderTest {
}
