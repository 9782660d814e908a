package org.armci4j.call;

/**
 * A procedure that a rank has registered.
 *
 * @param handler its handler
 * @param isShort whether the handler is registered as short and so must not wait
 */
record Procedure(Handler handler, boolean isShort) {}
