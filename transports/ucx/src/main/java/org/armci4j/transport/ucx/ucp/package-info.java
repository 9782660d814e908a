/**
 * UCX's upper layer, UCP, as objects: the library, contexts, workers. It knows no ranks. The
 * package {@code api} has the constants of its functions.
 */
package org.armci4j.transport.ucx.ucp;
