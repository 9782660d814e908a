/**
 * UCX's upper layer, UCP, as objects: the library, contexts, workers. It calls the functions in
 * {@code api} and knows no ranks. Begin with {@link org.armci4j.transport.ucx.ucp.UcpWorker}.
 */
package org.armci4j.transport.ucx.ucp;
