/**
 * Suite {@code network}: what goes from host to host, beside C on UCX and Open MPI; and the ranks
 * that measure it, for suite {@code verbs} too.
 */
package org.armci4j.benchmarks.network;
