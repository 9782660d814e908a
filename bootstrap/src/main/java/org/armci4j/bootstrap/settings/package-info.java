/**
 * Settings: definitions, and their values resolved once from defaults, environment, system
 * properties and code. Each module declares its own list of definitions; the caller joins the lists
 * that it needs and resolves them.
 */
package org.armci4j.bootstrap.settings;
