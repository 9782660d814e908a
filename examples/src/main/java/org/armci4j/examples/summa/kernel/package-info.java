/** The arithmetic of SUMMA: the product of two panels, with vectors and without. */
package org.armci4j.examples.summa.kernel;
