/**
 * The inner loops of accumulate, over rows of elements: with the Vector API and plain. Both give
 * the same sums.
 */
package org.armci4j.kernel;
