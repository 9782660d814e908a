/**
 * NAS MG, a multigrid solver whose halos travel by one-sided puts with signals. It uses the core,
 * strided transfers and collectives. Begin with {@link org.armci4j.examples.mg.Mg}.
 */
package org.armci4j.examples.mg;
