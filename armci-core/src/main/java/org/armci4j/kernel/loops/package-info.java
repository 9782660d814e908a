/**
 * The loops of accumulates and of reductions, one family: {@link org.armci4j.kernel.loops.Element}
 * is the type of the elements, {@link org.armci4j.kernel.loops.Operator} combines them. Each loop
 * is written once, plain and with the Vector API, and both give the same bits. It uses only {@code
 * kernel}, which defines a loop anew for each element, operator and pair of segment classes. Begin
 * with {@link org.armci4j.kernel.loops.Loops}.
 */
package org.armci4j.kernel.loops;
