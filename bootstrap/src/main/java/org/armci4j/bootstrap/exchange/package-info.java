/** What every kind of bootstrap shares: the table of exchanges and the news of a failure. */
package org.armci4j.bootstrap.exchange;
