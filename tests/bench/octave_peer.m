% SPDX-License-Identifier: GPL-3.0-or-later
## Octave's ode45 behind the calls of the peers (tests/bench/serve.h), as its users write
## it: an Events function, started anew after every event. ode45 finds an event by one
## straight line between two steps, which is no better than 1e-5 s; so each is
## sharpened with short integrations from the step before it and the secant rule.
##     sed -u G | octave-cli octave_peer.m       (fgetl waits for the line after the one it reads)
1;

function k = rig_terms (p, x)
  s = sin (x(1:2)); c = cos (x(1:2)); v = x(3:4);
  inertia = p.m * p.l^2;
  turn = inertia / 2 * (s(1) * c(2) - c(1) * s(2));
  joint = p.k * (x(1) - x(2) - p.rest) + p.c * (v(1) - v(2));
  m12 = inertia / 2 * (c(1) * c(2) + s(1) * s(2));
  k.M = [4 * inertia / 3, m12; m12, inertia / 3];
  k.h = [-turn * v(2)^2 - joint - p.c * v(1) - 1.5 * p.m * p.g * p.l * s(1);
         turn * v(1)^2 + joint - 0.5 * p.m * p.g * p.l * s(2)];
  k.W = p.l * [c, s];   # columns w_t, w_n
  k.s = p.l * [-s' * v.^2; c' * v.^2];
  k.gap = p.H - p.l * (c(1) + c(2));
endfunction

function k = simple_terms (p, x)
  k.M = [p.m1, p.m1 * p.s; p.m1 * p.s, p.m1 + p.m2];
  k.h = [-p.k1 * x(1) - p.m1 * p.g * p.s;
         -p.k2 * x(2) - p.c2 * x(4) - (p.m1 + p.m2) * p.g];
  k.W = [p.c, p.s; 0, 1];
  k.s = [0; 0];
  k.gap = x(1) * p.s + x(2);
endfunction

## Delassus matrix and free acceleration of the tip
function [k, Q, b, free] = contact (p, x)
  k = p.terms (p, x);
  k.v = k.W' * x(3:4) - [p.belt; 0];
  along = k.M \ [k.h, k.W];
  free = along(:, 1);
  k.along = along(:, 2:3);
  Q = k.W' * k.along;
  b = k.W' * free + k.s;
endfunction

## mode: 0 flight, 1 and -1 slip, 2 stick
function dx = rate (t, x, p, mode)
  if (mode == 0)
    k = p.terms (p, x);
    dx = [x(3:4); k.M \ k.h];
    return
  endif
  [k, Q, b, free] = contact (p, x);
  if (mode == 2)
    F = -(Q \ b);
  else
    F = [-mode * p.mu; 1] * (-b(2) / (Q(2,2) - mode * p.mu * Q(1,2)));
  endif
  dx = [x(3:4); free + k.along * F];
endfunction

function [g, terminal, direction] = guards (t, x, p, mode)
  x = x(:);
  if (mode == 0)
    k = p.terms (p, x);
    g = k.gap;
    ## right after take-off the gap is zero to rounding and may seem to close
    if (abs (g) <= 1e-9 && k.W(:,2)' * x(3:4) >= -1e-9)
      g = 1;
    endif
  else
    [k, Q, b] = contact (p, x);
    if (mode == 2)
      F = -(Q \ b);
      g = [p.mu * F(2) - F(1); p.mu * F(2) + F(1)];
    else
      g = [mode * k.v(1); -b(2); Q(2,2) - mode * p.mu * Q(1,2)];
    endif
  endif
  terminal = ones (size (g));
  direction = -terminal;
endfunction

function x = push (k, x, P)
  x(3:4) += k.along * P;
endfunction

function P = poisson (p, k, Q)
  v = k.v; P = [0; 0]; goal = Inf;
  for phase = 1:6
    if (abs (v(1)) > 1e-13)
      sgn = sign (v(1));
    elseif (abs (Q(1,2)) <= p.mu * Q(1,1))
      sgn = 0;
    else
      sgn = sign (Q(1,2));
    endif
    direction = [-sgn * p.mu; 1];
    if (sgn == 0)
      direction(1) = -Q(1,2) / Q(1,1);
    endif
    rates = Q * direction;
    if (isfinite (goal))
      step = goal - P(2);
    else
      step = ifelse_ (rates(2) > 0, -v(2) / rates(2), Inf);
    endif
    stops = abs (v(1)) > 1e-13 && v(1) * rates(1) < 0 && -v(1) / rates(1) < step;
    if (stops)
      step = -v(1) / rates(1);
    endif
    v += rates * step; P += direction * step;
    if (stops || sgn == 0)
      v(1) = 0;
    endif
    if (stops)
      continue
    endif
    if (isfinite (goal))
      return
    endif
    goal = (1 + p.e) * P(2); v(2) = 0;
  endfor
  error ("an impact does not end");
endfunction

function value = ifelse_ (test, yes, no)
  if (test) value = yes; else value = no; endif
endfunction

function P = newton (p, k, Q)
  P = Q \ [-k.v(1); -(1 + p.e) * k.v(2)];
  if (P(2) >= 0 && abs (P(1)) <= p.mu * P(2))
    return
  endif
  for sgn = [1, -1]
    P = [-sgn * p.mu; 1] * (-(1 + p.e) * k.v(2) / (Q(2,2) - sgn * p.mu * Q(1,2)));
    if (P(2) >= 0 && sgn * (k.v(1) + Q(1,:) * P) > 0)
      return
    endif
  endfor
  error ("an impact has no solution");
endfunction

function x = close_contact (p, x, stick)
  [k, Q] = contact (p, x);
  x(1:2) -= k.along(:,2) * (k.gap / Q(2,2));
  [k, Q] = contact (p, x);
  if (stick)
    P = -(Q \ k.v);
  else
    P = [0; -k.v(2) / Q(2,2)];
  endif
  x = push (k, x, P);
endfunction

function mode = leave_stick (p, x, ft)
  [k, Q, b] = contact (p, x);
  sgn = ifelse_ (ft > 0, -1, 1);
  mode = ifelse_ (Q(2,2) - sgn * p.mu * Q(1,2) > 0 && b(2) <= 0, sgn, 0);
endfunction

function [x, mode] = select_mode (p, x)
  [k, Q, b] = contact (p, x);
  if (abs (k.v(1)) > 1e-12)
    sgn = sign (k.v(1));
    if (b(2) <= 0 && Q(2,2) - sgn * p.mu * Q(1,2) <= 0)
      [x, mode] = strike (p, x);
    else
      mode = ifelse_ (b(2) > 0, 0, sgn);
    endif
    return
  endif
  F = -(Q \ b);
  if (F(2) >= 0 && abs (F(1)) <= p.mu * F(2))
    mode = 2;
  else
    mode = leave_stick (p, x, F(1));
  endif
endfunction

function [x, mode] = strike (p, x)
  [k, Q] = contact (p, x);
  x = push (k, x, p.impact (p, k, Q));
  [k, Q, b] = contact (p, x);
  settles = b(2) < 0 && 2 * k.v(2) / (-b(2) * (1 - p.e)) < 1e-6;
  if (k.v(2) > 1e-12 && ! settles)
    mode = 0;
  else
    [x, mode] = select_mode (p, close_contact (p, x, false));
  endif
endfunction

function [x, mode] = change (p, x, mode, guard)
  if (mode == 0)
    [x, mode] = strike (p, x);
  elseif (mode == 2)
    x = close_contact (p, x, true);
    mode = leave_stick (p, x, ifelse_ (guard == 1, 1, -1));
  elseif (guard == 3)
    error ("the contact jams");
  else
    x = close_contact (p, x, guard == 1);
    if (guard == 2)
      mode = 0;
    else
      [x, mode] = select_mode (p, x);
    endif
  endif
endfunction

## the event near t1, from the state x0 at t0 before it
function [t, x] = sharpen (p, mode, guard, t0, x0, t1, options)
  g = guards (t0, x0, p, mode);
  a = t0; ga = g(guard); t = t1; x = x0;
  for i = 1:8
    if (! (t > t0))
      t = t0; x = x0;
      return
    endif
    [~, y] = ode45 (@(t, x) rate (t, x, p, mode), [t0, t], x0, options);
    x = y(end,:)';
    g = guards (t, x, p, mode);
    step = -g(guard) * (t - a) / (g(guard) - ga);
    if (! isfinite (step) || abs (step) < 1e-13)
      return
    endif
    a = t; ga = g(guard); t += step;
    if (abs (step) < 1e-11)
      x += step * rate (t, x, p, mode);
      return
    endif
  endfor
endfunction

## ode45 overlooks an event in its first step: that must be shorter than any bounce
function h = first_step (p, x, mode)
  h = 1e-4;
  if (mode == 0)
    [k, Q, b] = contact (p, x);
    if (k.v(2) > 0 && b(2) < 0)
      h = min (h, 0.2 * k.v(2) / -b(2));
    endif
  endif
endfunction

function [events, times] = play (p, x, rtol, span, sampled, impacts_only)
  options = odeset ("RelTol", rtol, "AbsTol", 1e-3 * rtol, "Refine", 1);
  [x, mode] = select_mode (p, x);
  t = 0; events = 0; times = []; tip = [];
  grid = ifelse_ (sampled, (0:round (span * 1e4)) / 1e4, span);
  while (t < span)
    watched = odeset (options, "Events", @(t, x) guards (t, x, p, mode), ...
                      "InitialStep", first_step (p, x, mode));
    tspan = [t, grid(grid > t)];
    [ts, xs, te, ~, ie] = ode45 (@(t, x) rate (t, x, p, mode), tspan, x, watched);
    if (sampled)
      tip = [tip; p.l * sum(cos (xs(:,1:2)) .* xs(:,3:4), 2), p.l * sum(sin (xs(:,1:2)) .* xs(:,3:4), 2)];
    endif
    if (isempty (te))
      break
    endif
    guard = ie(end);
    [t, x] = sharpen (p, mode, guard, ts(end-1), xs(end-1,:)', te(end), options);
    events++;
    if ((mode == 0 || ! impacts_only) && numel (times) < 6)
      times(end+1) = t;
    endif
    [x, mode] = change (p, x, mode, guard);
  endwhile
endfunction

function [p, x] = rig (H, theta1)
  p = struct ("terms", @rig_terms, "impact", @poisson, "m", 0.12, "l", 0.21, "k", 1.35, ...
              "c", 0.005, "g", 9.8, "H", H, "mu", 0.6, "e", 0.1, "belt", -0.5);
  theta2 = acos (H / p.l - cos (theta1));
  p.rest = theta1 - theta2;
  x = [theta1; theta2; 0; 0];
endfunction

function serve ()
  while (ischar (line = fgetl (stdin)))
    if (isempty (line))
      continue
    endif
    words = strsplit (line, " ");
    rtol = str2double (words{2}); span = str2double (words{3});
    switch (words{1})
      case "R1"
        [p, x] = rig (0.3775, 32 * pi / 180);
      case "R3"
        [p, x] = rig (0.314, 55 * pi / 180);
      case "R2"
        p = struct ("terms", @simple_terms, "impact", @newton, "m1", 0.1, "m2", 1, "k1", 100, ...
                    "k2", 100, "c2", 10, "g", 10, "s", sin (pi / 8), "c", cos (pi / 8), ...
                    "mu", 0.5, "e", 0, "belt", -1);
        x = [0; 0; 0; 0];
      otherwise
        printf ("failed no such case\n"); fflush (stdout);
        continue
    endswitch
    try
      begin = cputime ();
      [events, times] = play (p, x, rtol, span, strcmp (words{1}, "R1"), ! strcmp (words{1}, "R3"));
      printf ("ok %.9g 0 %d", cputime () - begin, events);
      printf (" %.17g", times);
      printf ("\n");
    catch why
      printf ("failed %s\n", strrep (why.message, "\n", " "));
    end_try_catch
    fflush (stdout);
  endwhile
endfunction

warning ("off", "integrate_adaptive:unexpected_termination");
warning ("off", "Octave:data-file-in-path");
serve ();
