package io.quarkiverse.localtask.it.management;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;

import jakarta.inject.Inject;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.support.ui.Select;

import io.quarkiverse.localtask.AuditEntry;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskFilter;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.it.browser.Browser;
import io.quarkiverse.localtask.it.browser.NeedsChromium;
import io.quarkiverse.localtask.it.support.Receiver;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;

/** A partner refuses; an operator sees it on the page, and sends everything again when it is mended. */
@QuarkusTest
@QuarkusTestResource(Erp.class)
@NeedsChromium
class OperatorsMendWithThePageTest {

    private static final Duration SOON = Duration.ofSeconds(60);

    @TestHTTPResource("/q/local-task/")
    String page;

    Receiver receiver;

    @Inject
    LocalTasks tasks;

    private Browser browser;

    @BeforeEach
    void open() {
        receiver.behave(request -> 200);
        browser = new Browser();
    }

    @AfterEach
    void close() {
        browser.close();
    }

    private void openAs(String user, boolean dark, int width) {
        // the browser remembers who it is; a page whose URL says so could not fetch
        browser.open(page.replace("://", "://" + user + ":" + user + "@"), width, 900, dark, true);
        browser.open(page, width, 900, dark, true);
    }

    @Test
    void theDeadAreRedeliveredInBulk() {
        receiver.behave(request -> 410);
        for (int i = 0; i < 40; i++) {
            place("erp", "dead-" + i, "{\"note\":\"<script>window.hacked = true</script>\",\"n\":" + i + "}");
        }
        await().atMost(SOON).until(() -> tasks.count(dead("erp")) == 40);
        openAs("alice", false, 1280);
        browser.until("the destinations are there", () -> browser.shows("[data-destination=erp]"));
        assertThat(browser.text("[data-destination=erp] .badge")).isEqualTo("works");
        browser.screenshot("destinations");

        browser.click("#dead-erp");
        browser.until("the dead are listed", () -> rows() == 40);
        browser.screenshot("dead", 560);
        browser.driver().findElement(By.cssSelector("#tasks tbody button.link")).click();
        browser.until("one of them is shown", () -> browser.shows("#payload"));
        assertThat(browser.text("#dialog .facts")).contains("HTTP 410");
        assertThat(browser.text("#payload")).contains("<script>window.hacked = true</script>");
        assertThat(browser.<Object> run("return window.hacked")).isNull();
        browser.screenshot("task");
        press("Close");

        receiver.behave(request -> 200);
        press("Redeliver");
        browser.until("they are counted", () -> browser.text("#count").equals("40 tasks"));
        browser.screenshot("confirmation", 800);
        browser.click("#confirm");
        browser.until("it is done", () -> browser.text("#notice").equals("Done: 40 tasks were changed."));
        browser.until("none is dead any more", () -> rows() == 0);
        await().atMost(SOON)
                .until(() -> receiver.accepted().stream().filter(id -> id.startsWith("dead-")).count() == 40);
        await().atMost(SOON).until(() -> tasks.count(TaskFilter.status(TaskStatus.SUCCEEDED).destination("erp")) == 40);

        browser.click("#tab-audit");
        browser.until("the audit tells", () -> browser.shows("#audit"));
        browser.screenshot("audit", 330);
        assertThat(browser.text("#audit tbody tr")).contains("alice").contains("Redeliver").contains("DEAD").contains("40");
        AuditEntry entry = tasks.audit(Long.MAX_VALUE, 1).get(0);
        assertThat(entry.actor()).isEqualTo("alice");
        assertThat(entry.tasks()).isEqualTo(40);
    }

    @Test
    void aPartnerIsDownAndComesBack() {
        receiver.behave(request -> 503);
        for (int i = 0; i < 100; i++) {
            place("erp", "down-" + i, "{}");
        }
        openAs("alice", false, 1280);
        browser.until("it is down", () -> browser.shows("[data-destination=erp]")
                && browser.text("[data-destination=erp] .badge").equals("down"));
        assertThat(browser.text("[data-destination=erp]")).contains("HTTP 503");
        browser.until("the oldest is found", () -> !browser.text("[data-destination=erp]").contains("oldest\n\u2013"));
        browser.screenshot("down", 390);

        receiver.behave(request -> 200);
        browser.until("it works again", () -> browser.text("[data-destination=erp] .badge").equals("works"));
        await().atMost(SOON)
                .until(() -> receiver.accepted().stream().filter(id -> id.startsWith("down-")).count() == 100);
    }

    @Test
    void aDestinationIsPausedAndResumed() {
        openAs("bob", true, 1280);
        browser.until("the destinations are there", () -> browser.shows("[data-destination=archive]"));
        browser.click("#pause-archive");
        browser.until("it is paused", () -> browser.text("[data-destination=archive] .badge").equals("paused"));
        place("archive", "waits", "{}");
        browser.click("#waiting-archive");
        browser.until("the task waits", () -> rows() == 1);
        browser.screenshot("paused-dark");
        assertThat(receiver.requests("waits")).isEmpty();

        browser.click("#tab-destinations");
        browser.until("the button is there", () -> browser.shows("#pause-archive"));
        browser.click("#pause-archive");
        await().atMost(SOON).until(() -> tasks.find("waits").orElseThrow().status() == TaskStatus.SUCCEEDED);
    }

    @Test
    void oneTaskIsSentElsewhere() {
        place("crm", "elsewhere", "{\"moved\":true}");
        await().atMost(SOON).until(() -> tasks.find("elsewhere").orElseThrow().status() == TaskStatus.FAILED);
        openAs("alice", false, 1280);
        browser.until("the destinations are there", () -> browser.shows("[data-destination=crm]"));
        browser.click("#waiting-crm");
        browser.until("the task is listed", () -> rows() == 1);
        browser.click("#tasks tbody button.link");
        browser.until("it is shown", () -> browser.shows("#payload"));
        browser.driver().findElement(By.xpath("//dialog//button[text()='Redirect']")).click();
        new Select(browser.driver().findElement(By.id("redirect-to"))).selectByValue("archive");
        browser.click("#confirm");
        browser.until("it is done", () -> browser.text("#notice").equals("Done."));
        await().atMost(SOON).until(() -> receiver.accepted().contains("elsewhere"));
    }

    @Test
    void inChineseByKeyboardAndOnAPhone() {
        openAs("bob", false, 390);
        browser.until("the destinations are there", () -> browser.shows("[data-destination=erp]"));
        new Select(browser.driver().findElement(By.id("language"))).selectByValue("zh");
        browser.until("it speaks Chinese", () -> browser.text("h1").equals("\u672c\u5730\u4efb\u52a1\u6d88\u606f"));
        browser.screenshot("phone-zh");
        assertThat(browser.<Long> run("return document.documentElement.scrollWidth")).isLessThanOrEqualTo(390);

        browser.driver().findElement(By.id("tab-destinations")).sendKeys(Keys.ARROW_RIGHT);
        browser.until("the next tab", () -> browser.shows("#tab-tasks[aria-selected=true]"));
        assertThat(browser.<String> run("return document.activeElement.id")).isEqualTo("tab-tasks");
        assertThat(browser.<List<String>> run("return performance.getEntriesByType('resource').map(e => e.name)"))
                .allMatch(url -> url.startsWith(page) || url.startsWith("data:"));
    }

    @Test
    void whoMayNotSeesNothing() {
        openAs("carol", false, 1280);
        assertThat(browser.<String> run("return document.body.innerText")).doesNotContain("erp").doesNotContain("Local tasks");
    }

    private int rows() {
        return browser.driver().findElements(By.cssSelector("#tasks tbody tr")).size();
    }

    private void press(String text) {
        browser.driver().findElement(By.xpath("//button[text()='" + text + "']")).click();
    }

    private static TaskFilter dead(String destination) {
        return TaskFilter.status(TaskStatus.DEAD).destination(destination);
    }

    private static void place(String destination, String id, String body) {
        given().body(body).post("/orders/" + destination + "/" + id).then().statusCode(200);
    }
}
