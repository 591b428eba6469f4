package io.quarkiverse.localtask.it.benchmark.application;

import java.sql.SQLException;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import io.quarkiverse.localtask.it.benchmark.Contender;

/** The business without a message: what all others are compared with. */
@ApplicationScoped
class BusinessOnly implements Contender {

    private final BusinessTable business;

    BusinessOnly(BusinessTable business) {
        this.business = business;
    }

    @Override
    @Transactional
    public void transaction(int n) throws SQLException {
        business.insert(n);
    }

    @Override
    public void deliver() {
        // there is nothing to deliver
    }

    @Override
    public String settings() {
        return "JTA, Agroal";
    }

    @Override
    public void close() {
        // nothing to end
    }
}
