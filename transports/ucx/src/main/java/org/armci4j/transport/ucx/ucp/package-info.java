/**
 * UCX's upper layer, UCP, as objects: the library, contexts, workers. It knows no ranks; the
 * numbers that its functions give and take are in the package {@code api}.
 */
package org.armci4j.transport.ucx.ucp;
