/** The task table: one interface, one small class and one DDL file per kind of database. */
package io.quarkiverse.localtask.runtime.store;
