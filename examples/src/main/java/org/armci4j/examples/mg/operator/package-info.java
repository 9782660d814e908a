/** The four operators of MG, one file each: residual, smoother, restriction and prolongation. */
package org.armci4j.examples.mg.operator;
