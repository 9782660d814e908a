/**
 * libibverbs as C has it: its functions, the layout of its structures, and native memory by
 * address. The layouts are tested against the C compiler.
 */
package org.armci4j.transport.verbs.device.ibv;
