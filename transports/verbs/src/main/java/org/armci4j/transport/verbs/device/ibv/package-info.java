/**
 * libibverbs as C has it: its functions and the layout of its structures. It uses jnr-ffi alone,
 * and tests compare the layouts with the C compiler's. Begin with {@link
 * org.armci4j.transport.verbs.device.ibv.Ibv} and {@link
 * org.armci4j.transport.verbs.device.ibv.Layout}.
 */
package org.armci4j.transport.verbs.device.ibv;
