package io.quarkiverse.localtask.it.browser;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.io.FileHandler;

/** A headless Chromium with a new, empty profile. */
public final class Browser implements AutoCloseable {

    static final Optional<File> CHROMIUM = onPath("chromium", "chromium-browser", "google-chrome");
    static final Optional<File> CHROMEDRIVER = onPath("chromedriver");

    private static final Path TARGET = Path.of("target");

    private final Path profile;
    private final ChromeDriver driver;

    public Browser() {
        try {
            profile = Files.createTempDirectory(Files.createDirectories(TARGET), "chromium-profile");
            ChromeOptions options = new ChromeOptions();
            options.setBinary(CHROMIUM.orElseThrow());
            options.addArguments("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                    "--disable-background-networking", "--disable-component-update", "--disable-sync",
                    "--disable-dev-shm-usage", "--no-proxy-server", "--user-data-dir=" + profile.toAbsolutePath());
            // with the driver's path given, Selenium looks for nothing and downloads nothing
            ChromeDriverService service = new ChromeDriverService.Builder()
                    .usingDriverExecutable(CHROMEDRIVER.orElseThrow()).usingAnyFreePort().build();
            driver = new ChromeDriver(service, options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<File> onPath(String... names) {
        return Stream.of(names)
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator)).map(dir -> new File(dir, name)))
                .filter(File::canExecute).findFirst();
    }

    public void open(String url, int width, int height, boolean dark, boolean reducedMotion) {
        driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of(
                Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"),
                Map.of("name", "prefers-reduced-motion", "value", reducedMotion ? "reduce" : "no-preference"))));
        driver.get(url);
    }

    /** Again, if the page draws it anew at that moment. */
    public void click(String css) {
        for (int tries = 1;; tries++) {
            try {
                driver.findElement(By.cssSelector(css)).click();
                return;
            } catch (StaleElementReferenceException e) {
                if (tries == 5) {
                    throw e;
                }
            }
        }
    }

    public String text(String css) {
        return driver.findElement(By.cssSelector(css)).getText();
    }

    public int number(String css) {
        return Integer.parseInt(text(css));
    }

    public boolean shows(String css) {
        return driver.findElements(By.cssSelector(css)).stream().anyMatch(WebElement::isDisplayed);
    }

    /** @return the first one, also within components */
    public Optional<WebElement> deep(String css) {
        return Optional.ofNullable((WebElement) driver.executeScript("""
                const find = root => {
                    const found = root.querySelector(arguments[0]);
                    if (found) {
                        return found;
                    }
                    for (const element of root.querySelectorAll('*')) {
                        const within = element.shadowRoot && find(element.shadowRoot);
                        if (within) {
                            return within;
                        }
                    }
                    return null;
                };
                return find(document);
                """, css));
    }

    /** @return its text; empty if it is not there */
    public Optional<String> deepText(String css) {
        return deep(css).map(WebElement::getText);
    }

    @SuppressWarnings("unchecked")
    public <T> T run(String script) {
        return (T) ((JavascriptExecutor) driver).executeScript(script);
    }

    public ChromeDriver driver() {
        return driver;
    }

    public void until(String what, BooleanSupplier condition) {
        Awaitility.await(what).atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50))
                .ignoreExceptionsInstanceOf(StaleElementReferenceException.class)
                .until(condition::getAsBoolean);
    }

    /** The whole page, also what would have to be scrolled to. */
    public void screenshot(String name) {
        capture(name, Map.of("format", "png", "captureBeyondViewport", true));
    }

    /** The upper part of the page, as a reader of the documentation wants to see it. */
    public void screenshot(String name, int height) {
        long width = run("return window.innerWidth");
        capture(name, Map.of("format", "png", "clip", Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", 1)));
    }

    private void capture(String name, Map<String, Object> how) {
        try {
            Map<String, Object> picture = driver.executeCdpCommand("Page.captureScreenshot", how);
            Path file = Files.createDirectories(TARGET.resolve("screenshots")).resolve(name + ".png");
            Files.write(file, OutputType.BYTES.convertFromBase64Png((String) picture.get("data")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        driver.quit();
        FileHandler.delete(profile.toFile());
    }
}
