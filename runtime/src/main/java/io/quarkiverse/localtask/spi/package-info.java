/** What users may implement. */
package io.quarkiverse.localtask.spi;
