/** Suite {@code cold}: the time of calls from the first one on, until they get no faster. */
package org.armci4j.benchmarks.cold;
