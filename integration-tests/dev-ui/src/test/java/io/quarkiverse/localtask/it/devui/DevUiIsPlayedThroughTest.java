package io.quarkiverse.localtask.it.devui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.it.browser.Browser;
import io.quarkiverse.localtask.it.browser.NeedsChromium;
import io.quarkiverse.localtask.it.support.Receiver;
import io.quarkus.test.QuarkusDevModeTest;

/** A developer breaks a destination, sends, looks, mends and sends again, in a browser. */
@NeedsChromium
class DevUiIsPlayedThroughTest {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int PORT = DevApplication.freePort();
    private static final Receiver RECEIVER = new Receiver();

    @RegisterExtension
    static final QuarkusDevModeTest APP = DevApplication.at(PORT, RECEIVER);

    @AfterAll
    static void close() {
        RECEIVER.close();
    }

    @Test
    void breakSendLookMend() {
        try (Browser browser = new Browser()) {
            open(browser, "extensions");
            browser.until("the card counts", () -> browser.deepText("qwc-extension-link[displayName=Tasks]").map(text -> text
                    .contains("0 waiting, 0 dead")).orElse(false));
            browser.screenshot("dev-ui-card");

            open(browser, "quarkus-local-task/destinations");
            browser.until("the destinations are there", () -> browser.deep("tr[data-destination=erp]").isPresent());
            type(browser, "tr[data-destination=erp] .failures", "1");
            click(browser, "tr[data-destination=erp] .apply");
            browser.until("it is broken", () -> browser.deepText("tr[data-destination=erp] .fault")
                    .filter(text -> text.equals("the next 1 fail")).isPresent());
            browser.screenshot("dev-ui-destinations");

            open(browser, "quarkus-local-task/send-a-test-task");
            browser.until("the form is there", () -> browser.deep("#send").isPresent());
            type(browser, "#to", "erp");
            type(browser, "#payload", "{\"note\":\"<script>window.hacked = true</script>\"}");
            browser.screenshot("dev-ui-send");
            click(browser, "#send");
            browser.until("it is written", () -> browser.deep("#sent code").isPresent());
            String task = browser.deepText("#sent code").orElseThrow();

            open(browser, "quarkus-local-task/tasks");
            browser.until("it has failed", () -> browser.deepText("tr[data-task='" + task + "']")
                    .filter(text -> text.contains("broken on purpose")).isPresent());
            assertThat(RECEIVER.requests(task)).isEmpty();
            click(browser, "tr[data-task='" + task + "'] button.link");
            browser.until("its payload is shown", () -> browser.deep("#payload").isPresent());
            assertThat(browser.deepText("#payload")).hasValue("{\"note\":\"<script>window.hacked = true</script>\"}");
            assertThat(browser.<Object> run("return window.hacked")).isNull();
            browser.screenshot("dev-ui-tasks", 500);

            click(browser, "tr[data-task='" + task + "'] .redeliver");
            await().atMost(SOON).until(() -> RECEIVER.accepted().contains(task));
            browser.until("the page has heard of it", () -> browser.deepText("#status-SUCCEEDED")
                    .filter(text -> text.equals("succeeded 1")).isPresent());

            open(browser, "quarkus-local-task/shards");
            browser.until("the shard has scanned", () -> browser.deepText("tr[data-shard=all]")
                    .filter(text -> text.contains("0-63") && text.contains("1 s") && text.contains("ago")).isPresent());
            browser.screenshot("dev-ui-shards");
        }
    }

    private static void open(Browser browser, String page) {
        browser.open("http://localhost:" + PORT + "/q/dev-ui/" + page, 1400, 900, false, true);
    }

    private static void click(Browser browser, String css) {
        browser.deep(css).orElseThrow().click();
    }

    private static void type(Browser browser, String css, String text) {
        browser.driver().executeScript("arguments[0].value = arguments[1]", browser.deep(css).orElseThrow(), text);
    }
}
