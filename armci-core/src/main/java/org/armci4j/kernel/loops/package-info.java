/**
 * The loops of accumulates and of reductions, one family: {@link org.armci4j.kernel.loops.Element}
 * is the type of the elements, {@link org.armci4j.kernel.loops.Operator} combines them. Each loop
 * is written once, plain and with the Vector API. It is defined anew for each element, operator and
 * pair of segment classes, see {@link org.armci4j.kernel.ExactClasses}. Plain and vectorised loops
 * give the same bits.
 */
package org.armci4j.kernel.loops;
