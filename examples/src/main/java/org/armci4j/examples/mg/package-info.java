/** NAS MG, a multigrid solver whose halos travel by one-sided puts with signals. */
package org.armci4j.examples.mg;
