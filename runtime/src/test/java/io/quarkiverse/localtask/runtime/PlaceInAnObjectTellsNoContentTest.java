package io.quarkiverse.localtask.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.ObjectMapper;

class PlaceInAnObjectTellsNoContentTest {

    @Test
    void propertiesAndIndexesAreTold() {
        assertThat(placeIn(List.of("fine", new Order()))).isEqualTo(" (at [1].customer)");
    }

    @Test
    void keysOfMapsAreNot() {
        assertThat(placeIn(Map.of("sesame", new Order()))).isEqualTo(" (at [?].customer)");
    }

    @Test
    void aLongWayIsCut() {
        assertThat(placeIn(List.of(List.of(List.of(List.of(List.of(List.of(List.of(new Order())))))))))
                .isEqualTo(" (at [0][0][0][0][0][0]…)");
    }

    @Test
    void nothingIsToldWhereNothingIsKnown() {
        assertThat(JsonPlace.of(new IllegalStateException("sesame"))).isEmpty();
    }

    private static String placeIn(Object payload) {
        return JsonPlace.of(catchThrowable(() -> new ObjectMapper().writeValueAsBytes(payload)));
    }

    public static class Order {

        public String getCustomer() {
            throw new IllegalStateException("sesame");
        }
    }
}
