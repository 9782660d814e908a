/**
 * Hartree and Fock's self-consistent field for clusters of hydrogen and helium, after the example
 * of Global Arrays: ranks take tasks from a pool, and put what they find into one distributed
 * matrix. Begin with {@link org.armci4j.examples.scf.SelfConsistentField}.
 */
package org.armci4j.examples.scf;
