/**
 * The products of matrices in one rank's memory, by which global arrays compute. A program may
 * bring its own as a {@link org.armci4j.arrays.product.LocalProduct}. The package knows no arrays.
 *
 * <p>Promised: programs may use every public type here, and a change is told in the changelog.
 */
package org.armci4j.arrays.product;
