/**
 * UCP as in C: its functions, the layout of its structures, its constants. It uses jnr-ffi and jffi
 * alone, and tests compare layouts and constants with the C compiler's. Begin with {@link
 * org.armci4j.transport.ucx.ucp.api.Ucp} and {@link org.armci4j.transport.ucx.ucp.api.UcpLayout}.
 */
package org.armci4j.transport.ucx.ucp.api;
