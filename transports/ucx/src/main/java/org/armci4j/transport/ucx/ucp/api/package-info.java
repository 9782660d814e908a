/**
 * UCP as in C: its functions, the layout of its structures, its constants. Layouts and constants
 * are tested against the C compiler.
 */
package org.armci4j.transport.ucx.ucp.api;
