package org.armci4j.call;

/**
 * What a number stands for at one rank.
 *
 * @param handler what it does
 * @param isShort whether it promises to be short and not to wait
 */
record Procedure(Handler handler, boolean isShort) {}
