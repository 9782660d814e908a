/**
 * libibverbs as C has it: its functions and the layout of its structures. The layouts are tested
 * against the C compiler.
 */
package org.armci4j.transport.verbs.device.ibv;
