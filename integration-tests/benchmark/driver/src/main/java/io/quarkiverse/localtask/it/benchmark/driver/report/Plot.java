package io.quarkiverse.localtask.it.benchmark.driver.report;

import java.util.Locale;
import java.util.Map;

/** A bar chart as SVG, readable on light and dark pages. */
final class Plot {

    private static final int LABELS = 150;
    private static final int BARS = 420;
    private static final int ROW = 26;
    private static final int TOP = 34;

    private Plot() {
    }

    /** @param values by label, in their order */
    static String bars(String title, Map<String, Double> values) {
        double most = values.values().stream().mapToDouble(Double::doubleValue).max().orElse(1);
        int height = TOP + ROW * values.size() + 10;
        StringBuilder svg = new StringBuilder("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13" role="img">
                <title>%s</title>
                <rect width="100%%" height="100%%" fill="#fff"/>
                <text x="10" y="20" font-weight="bold" fill="#222">%s</text>
                """.formatted(LABELS + BARS + 80, height, title, title));
        int y = TOP;
        for (Map.Entry<String, Double> entry : values.entrySet()) {
            double width = Math.max(1, entry.getValue() / most * BARS);
            svg.append(String.format(Locale.ROOT, """
                    <text x="%d" y="%d" text-anchor="end" fill="#222">%s</text>
                    <rect x="%d" y="%d" width="%.1f" height="18" fill="%s"/>
                    <text x="%.1f" y="%d" fill="#222">%,.0f</text>
                    """, LABELS - 8, y + 14, entry.getKey(), LABELS, y, width,
                    entry.getKey().startsWith("ours") ? "#1a6fb5" : entry.getKey().contains("floor") ? "#9aa5b1" : "#d08a3e",
                    LABELS + width + 6, y + 14, entry.getValue()));
            y += ROW;
        }
        return svg.append("</svg>\n").toString();
    }
}
