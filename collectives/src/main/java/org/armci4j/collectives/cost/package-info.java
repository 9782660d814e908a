/**
 * What collectives cost: the terms of LogGP as a machine has them. Each algorithm states its own
 * cost in them, beside its schedule.
 */
package org.armci4j.collectives.cost;
