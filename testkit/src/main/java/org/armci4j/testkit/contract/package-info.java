/**
 * What every transport must hold, as checks that every rank runs in step; {@link
 * org.armci4j.testkit.contract.Contracts} lists them.
 */
package org.armci4j.testkit.contract;
