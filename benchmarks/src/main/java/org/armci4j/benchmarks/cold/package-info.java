/** Suite {@code cold}: how long calls take from the first one on, until they get no faster. */
package org.armci4j.benchmarks.cold;
