/**
 * Code that depends on the exact class of a segment: global memory, copies, words. It uses no other
 * package of the runtime, and everything above may use it. Begin with {@link
 * org.armci4j.kernel.ExactClasses}, which says why a loop is defined anew for each class; {@link
 * org.armci4j.kernel.Copies} and {@link org.armci4j.kernel.Words} are the quick ways to memory.
 */
package org.armci4j.kernel;
