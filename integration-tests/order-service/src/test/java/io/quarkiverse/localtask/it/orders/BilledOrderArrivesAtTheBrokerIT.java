package io.quarkiverse.localtask.it.orders;

import io.quarkus.test.junit.QuarkusIntegrationTest;

@QuarkusIntegrationTest
class BilledOrderArrivesAtTheBrokerIT extends BilledOrderArrivesAtTheBrokerTest {
}
