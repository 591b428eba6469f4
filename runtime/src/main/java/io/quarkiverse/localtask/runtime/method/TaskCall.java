package io.quarkiverse.localtask.runtime.method;

/**
 * One finished call of an annotated method.
 *
 * @param method {@code Class#method()}, for error texts
 * @param result what the method returned
 * @param arguments its arguments, as they are after the call
 */
record TaskCall(String method, Object result, Object[] arguments) {
}
