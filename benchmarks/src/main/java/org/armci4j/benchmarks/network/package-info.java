/**
 * Suite {@code network}: transfers from host to host, beside C on UCX and Open MPI. Its ranks also
 * measure suite {@code verbs}.
 */
package org.armci4j.benchmarks.network;
