/**
 * What collectives cost on a machine: the terms of LogGP. It knows no algorithm; each algorithm
 * states its own cost in these terms, beside its schedule. Begin with {@link
 * org.armci4j.collectives.cost.LogGP}.
 */
package org.armci4j.collectives.cost;
