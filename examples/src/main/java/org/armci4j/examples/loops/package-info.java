/**
 * One loop in several forms, to see which of them the compiler makes fast. It uses the core's
 * direct views and, where it is present, the Vector API. Begin with {@link
 * org.armci4j.examples.loops.HeatLoops}.
 */
package org.armci4j.examples.loops;
