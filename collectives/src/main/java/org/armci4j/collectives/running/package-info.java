/**
 * How a call of a group runs where all of its ranks are on one level: through each other's memory,
 * or by the schedule of an algorithm. It uses {@code direct}, {@code schedule} and {@code
 * selection}, and knows neither levels nor lanes. Begin with {@link
 * org.armci4j.collectives.running.Engine}, which runs and plans calls, and {@link
 * org.armci4j.collectives.running.PlannedCall}.
 */
package org.armci4j.collectives.running;
