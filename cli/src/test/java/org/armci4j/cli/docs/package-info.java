/**
 * The pages of the documentation: what they link to, the code in them, and the site made of them.
 */
package org.armci4j.cli.docs;
