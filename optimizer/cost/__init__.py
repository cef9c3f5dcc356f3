"""Pure functions: prices and cost parameters → dated cash flows → present value. No solver, no sizing.

Per bought server (n servers, price = unit price ex VAT, k cards, H years;
busy[y] = Σ over its workloads of cards occupied × average load):

    at purchase   servers        n · price                                              VAT goods
                  installation   n · price · installation_rate                          VAT services
                  facility_work  n · max_power_w/1000 · facility_work_per_kw            VAT services
                  spares_stock   n · price · spares_stock_rate                          VAT goods
                  network        nics · nic_price + switches · switch_price + optics · optic_price   VAT goods
                  storage        terabytes · parallel_storage_price, where something is trained         VAT goods
                  adaptation     months · engineer_month, once per ecosystem            no VAT (own staff)
    year y        energy         8.76 · PUE · (idle_w·n + (typical_w − idle_w)·busy[y]/k) · price_per_kwh   VAT goods
                  energy         8.76 · PUE · switch_power_w · switches · price_per_kwh, subject `network`   VAT goods
                  space          racks · cost_per_month · 12                            VAT space
                  maintenance    n · price · maintenance_rate, for y > warranty_years   VAT services
                  licences       n · k · licence_per_card_year                          VAT services
                  staff          n · staff_fte_year / servers_per_fte                   no VAT
                  rent           servers rented · 8,760 · price_per_hour                VAT services
    end of year H resale         − n · price · resale factor (factor of 3 years)^(H/3)  no VAT

Owned servers in use (owned[y], on top of n): energy, licences and staff with n + owned[y] in place of n, and
maintenance owned[y] · price · maintenance_rate in the years in which they are out of warranty, price = what the server
costs today; no purchase, installation, facility work, spares stock or resale. Switches = leaf + spine; nics = network
cards bought because a server lists none of the fabric's rate; two optics per link; switches run all year at one power.

Amounts are ex VAT where VAT is recoverable, else × (1 + VAT rate). Present value: purchases × 1, year y × (1+r)^−(y−½)
(mid_year) or (1+r)^−y (end_year), resale × (1+r)^−H.
"""
