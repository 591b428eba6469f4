/** For the application's own tests: look at what would have been sent, and make happen now what else happens later. */
package io.quarkiverse.localtask.test;
