package io.quarkiverse.localtask.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

import io.quarkiverse.localtask.it.browser.Browser;
import io.quarkiverse.localtask.it.browser.NeedsChromium;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;

/** The page in a real browser: orders are placed, receivers broken and mended with its buttons; pictures for people. */
@QuarkusTest
@NeedsChromium
class PageShowsTasksLiveTest {

    @TestHTTPResource("/")
    String page;

    private Browser browser;

    @BeforeEach
    void open() {
        SceneEnd.await();
        browser = new Browser();
    }

    @AfterEach
    void mendAndClose() {
        try {
            browser.click("[data-value=UP]");
            browser.click("[data-choice=broker] [data-value=true]");
            browser.until("nothing waits", () -> browser.number("#node-tasks [data-count=waiting]") == 0);
        } finally {
            browser.close();
        }
    }

    @Test
    void aTaskFailsWhileThePartnerIsDownAndSucceedsAfterwards() {
        openPage(1280, 900, false, false);
        int committed = browser.number("dd[data-count=committed]");
        int received = browser.number("dd[data-count=partnerReceived]");

        browser.click("[data-value=DOWN]");
        browser.until("the partner is shown as broken", () -> browser.shows("#node-erp.broken"));
        browser.click("#place");
        browser.until("the order is counted", () -> browser.number("dd[data-count=committed]") == committed + 1);
        String task = "tr[data-task^='erp:']";
        browser.until("the task has failed",
                () -> browser.shows(task + ".FAILED") && browser.text(task + " .error").equals("connection refused"));
        browser.until("it waits for its next attempt", () -> browser.text(task + " .next").matches("in \\d+\\.\\d s|now"));
        String id = browser.run("return document.querySelector(\"" + task + "\").dataset.task");
        browser.screenshot("partner-down");

        browser.click("[data-value=UP]");
        browser.until("the task has succeeded", () -> browser.shows("tr[data-task='" + id + "'].SUCCEEDED"));
        browser.until("the partner has it", () -> browser.number("dd[data-count=partnerReceived]") == received + 1);
        assertThat(browser.number("#tasks tr[data-task='" + id + "'] .attempts")).isGreaterThan(1);
        assertThat(browser.number("dd[data-count=lost]")).isZero();
    }

    @Test
    void aTaskWaitsWhileTheBrokerIsDown() {
        openPage(1280, 900, false, false);
        int received = browser.number("dd[data-count=brokerReceived]");

        browser.click("[data-choice=broker] [data-value=false]");
        browser.until("the broker is shown as broken", () -> browser.shows("#node-events.broken"));
        browser.click("#place");
        browser.until("the task has failed", () -> browser.shows("tr[data-task^='events:'].FAILED"));
        browser.until("the partner's has not", () -> browser.shows("tr[data-task^='erp:'].SUCCEEDED"));

        browser.click("[data-choice=broker] [data-value=true]");
        browser.until("the broker has it", () -> browser.number("dd[data-count=brokerReceived]") == received + 1);
    }

    @Test
    void anOrderThatRollsBackIsCountedAndMakesNoTask() {
        openPage(1280, 900, false, false);
        int rolledBack = browser.number("dd[data-count=rolledBack]");
        int committed = browser.number("dd[data-count=committed]");
        String newest = browser.run("return document.querySelector('#tasks tbody tr').dataset.task");

        browser.click("#place-fail");
        browser.until("it is counted", () -> browser.number("dd[data-count=rolledBack]") == rolledBack + 1);
        browser.until("it is said", () -> browser.text("#status").contains("rolled back"));
        assertThat(browser.number("dd[data-count=committed]")).isEqualTo(committed);
        assertThat(browser.<String> run("return document.querySelector('#tasks tbody tr').dataset.task")).isEqualTo(newest);
    }

    @Test
    void theKeyboardIsEnough() {
        openPage(1280, 900, false, true);
        int committed = browser.number("dd[data-count=committed]");

        browser.driver().switchTo().activeElement().sendKeys(Keys.TAB);
        assertThat(browser.<String> run("return document.activeElement.id")).isEqualTo("place");
        browser.driver().switchTo().activeElement().sendKeys(Keys.ENTER);
        browser.until("the order is counted", () -> browser.number("dd[data-count=committed]") == committed + 1);
        browser.until("it is said", () -> browser.text("#status").contains("committed"));
    }

    @Test
    void nothingMovesForWhoDoesNotWantIt() {
        openPage(1280, 900, false, true);
        browser.run("window.tokens = 0; new MutationObserver(list => window.tokens += list"
                + ".flatMap(m => [...m.addedNodes]).filter(n => n.className === 'token').length)"
                + ".observe(document.getElementById('stage'), { childList: true })");
        int received = browser.number("dd[data-count=partnerReceived]");

        browser.click("#place");
        browser.until("the partner has it", () -> browser.number("dd[data-count=partnerReceived]") == received + 1);
        assertThat(browser.<Long> run("return window.tokens")).isZero();
    }

    @Test
    void everyWidthFitsAndNothingComesFromElsewhere() {
        for (boolean dark : new boolean[] { false, true }) {
            String name = dark ? "desktop-dark" : "desktop-light";
            scene(1280, 900, dark, name);
        }
        scene(1000, 800, false, "desktop-narrow");
        scene(820, 1100, false, "tablet-light");
        scene(390, 844, false, "mobile-light");
        scene(390, 844, true, "mobile-dark");
        scene(360, 740, false, "mobile-360");
    }

    /** A picture with something to see: the partner is down, and tasks wait. */
    private void scene(int width, int height, boolean dark, String name) {
        openPage(width, height, dark, true);
        browser.click("[data-value=DOWN]");
        browser.until("the partner is shown as broken", () -> browser.shows("#node-erp.broken"));
        browser.click("#place");
        browser.click("#place-fail");
        browser.click("#place-many");
        browser.until("tasks wait", () -> browser.driver().findElements(By.cssSelector("#dots .FAILED")).size() == 11);
        browser.screenshot(name);

        assertThat(browser.<Long> run("return document.documentElement.scrollWidth")).as(name).isLessThanOrEqualTo(width);
        assertThat(browser.<List<String>> run("return performance.getEntriesByType('resource').map(e => e.name)"))
                .as("everything is our own").allMatch(url -> url.startsWith(page) || url.startsWith("data:"));
        browser.click("[data-value=UP]");
        browser.until("nothing waits", () -> browser.number("#node-tasks [data-count=waiting]") == 0);
    }

    private void openPage(int width, int height, boolean dark, boolean reducedMotion) {
        browser.open(page, width, height, dark, reducedMotion);
        browser.until("the page is live", () -> browser.text("#live").equals("Live"));
    }
}
